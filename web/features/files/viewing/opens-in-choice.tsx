import { Choices } from '#web/ui/controls/choices.tsx';
import { useOpensIn } from '../parts/opens-in.ts';

const options = [
  { value: 'tab', label: 'Opens it in a new tab', help: 'What your browser cannot show is downloaded.' },
  { value: 'viewer', label: 'Shows it over the page', help: 'With Ctrl or ⌘ a click still opens a new tab.' },
] as const;

/** What a click on a file does, on this device. */
export function OpensInChoice() {
  const [where, setWhere] = useOpensIn();
  return (
    <section className="profile__section">
      <h2>Opening files</h2>
      <p className="text-14 text-ink-2">What a click on a file does, on this device.</p>
      <Choices label="A click on a file" options={options} value={where} onChoose={setWhere} />
    </section>
  );
}
