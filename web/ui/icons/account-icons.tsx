import { Icon } from './icon.tsx';

type Props = { className?: string };

export const ShieldIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M12 2.8 20 5v6.4c0 4.6-3.2 7.9-8 9.8-4.8-1.9-8-5.2-8-9.8V5z" />
    <path d="m8.4 11.8 2.6 2.6 4.8-5" />
  </Icon>
);

export const DevicesIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M2.8 5h16v3.4M2.8 5v11h9.4M8 19.4h4.2M15.2 10.4h6v9.8h-6z" />
  </Icon>
);

export const DrivesIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3 4.4h18v6.4H3zM3 13.2h18v6.4H3z" />
    <circle className="solid" cx="17.2" cy="7.6" r="1.1" />
    <circle className="solid" cx="17.2" cy="16.4" r="1.1" />
  </Icon>
);

export const PaletteIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.6-2.2-.5-1.6.4-3 2.2-3H18c1.8 0 3-1.2 3-3.4C21 7 17 3 12 3z" />
    <circle className="solid" cx="8" cy="9" r="1.2" />
    <circle className="solid" cx="13.4" cy="7.4" r="1.2" />
    <circle className="solid" cx="7.4" cy="14" r="1.2" />
  </Icon>
);

export const PrinterIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M7 8.4V3.8h10v4.6M7 17H3.4V8.4h17.2V17H17M7 14h10v6.4H7z" />
  </Icon>
);

export const KeyIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="8" cy="15.6" r="4.6" />
    <path d="m11.4 12.4 8.4-8.4M16 7.8l3 3M13.6 10.2l2 2" />
  </Icon>
);

export const LaptopIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4.6 5h14.8v10.4H4.6zM2.2 19h19.6" />
  </Icon>
);

export const PhoneIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M7 2.8h10v18.4H7zM10.6 18.2h2.8" />
  </Icon>
);

export const PasswordIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3.4 5v14M10 8.4v7.2M6.9 10.2l6.2 3.6M13.1 10.2l-6.2 3.6M18.4 8.4v7.2M15.3 10.2l6.2 3.6M21.5 10.2l-6.2 3.6" />
  </Icon>
);
