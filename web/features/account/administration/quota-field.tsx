import type { Ref } from 'react';
import { sizeText } from '#contract/texts/amounts.ts';
import { bytesOf, noQuotaBytes } from '#contract/texts/sizes.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';

type QuotaFieldProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** In bytes; null for the default. */
  value: number | null;
  defaultQuota: number | null;
  error: string | undefined;
};

/** A size as people type it; empty for the default. */
export function QuotaField({ ref, label, value, defaultQuota, error }: QuotaFieldProps) {
  const byDefault = defaultQuota === null ? 'no limit' : sizeText(defaultQuota);
  return (
    <TextField
      ref={ref}
      label={label}
      autoComplete="off"
      defaultValue={quotaText(value)}
      placeholder={`Default: ${byDefault}`}
      help="Such as 50 GB, or none for no limit. Empty: the default."
      error={error}
    />
  );
}

/** The bytes of what was typed; null for the default, undefined for what is no size. */
export function quotaIn(text: string): number | null | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === '') return null;
  return typed === 'none' ? noQuotaBytes : bytesOf(typed);
}

export const noSize = 'This is no size. Type one such as 50 GB.';

/** To the byte, so that what is saved unchanged stays as it is. */
export function quotaText(bytes: number | null): string {
  if (bytes === null) return '';
  if (bytes === noQuotaBytes) return 'none';
  const short = sizeText(bytes);
  return bytesOf(short) === bytes ? short : `${bytes} B`;
}
