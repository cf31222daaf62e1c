import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { problemText } from './problem-text.ts';

/** Why the server sent somebody back who came from the log-in provider, by the code in the address. */
export function ProviderProblem({ code, title }: { code: string; title: string }) {
  return (
    <Notice tone="bad" icon={<WarningIcon />} title={title}>
      {problemText(code)}
    </Notice>
  );
}
