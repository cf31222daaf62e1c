import './progress-bar.css';
import type { CSSProperties } from 'react';

type ProgressBarProps = {
  name: string;
  /** 0 to 1. */
  value: number;
  /** Whether it was stopped on purpose. */
  paused?: boolean;
};

/** How much is done, as a rounded percentage. */
export function ProgressBar({ name, value, paused }: ProgressBarProps) {
  const percent = Math.round(value * 100);
  return (
    <div
      className={paused ? 'bar bar--paused' : 'bar'}
      role="progressbar"
      aria-label={name}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      style={{ '--done': `${percent}%` } as CSSProperties}
    >
      <span aria-hidden="true">{percent}%</span>
      <span className="bar__done" aria-hidden="true">
        {percent}%
      </span>
    </div>
  );
}

/** The full red bar of something that failed. */
export function FailedBar({ label }: { label: string }) {
  return (
    <div className="bar bar--error">
      <span>{label}</span>
    </div>
  );
}
