import { Icon } from '#web/ui/icons/icon.tsx';

/** An arrow that goes back to the beginning of the next line. */
export const WrapIcon = () => (
  <Icon>
    <path d="M4 6h13.4a3.6 3.6 0 0 1 0 10H8M11 12.6 7.6 16l3.4 3.4" />
  </Icon>
);
