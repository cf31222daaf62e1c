import { Icon } from './icon.tsx';

type Props = { className?: string };

export const PreviousIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m15 4.6-7.4 7.4 7.4 7.4" />
  </Icon>
);

export const ZoomInIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="10.6" cy="10.6" r="6.6" />
    <path d="m15.6 15.6 5 5M10.6 7.8v5.6M7.8 10.6h5.6" />
  </Icon>
);

export const ZoomOutIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="10.6" cy="10.6" r="6.6" />
    <path d="m15.6 15.6 5 5M7.8 10.6h5.6" />
  </Icon>
);
