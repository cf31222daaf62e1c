import { Icon } from './icon.tsx';

type Props = { className?: string };

export const PlusIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M12 4v16M4 12h16" />
  </Icon>
);

export const SearchIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="10.6" cy="10.6" r="6.6" />
    <path d="m15.6 15.6 5 5" />
  </Icon>
);

export const HomeIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4 11.2 12 3.8l8 7.4V20h-5.4v-5.6H9.4V20H4z" />
  </Icon>
);

export const BoxIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3 5h18v4H3zM4.6 9v10h14.8V9M9.6 13h4.8" />
  </Icon>
);

export const PersonIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="8.6" r="4.6" />
    <path d="M3.6 20.2c1.8-3.4 4.9-5.2 8.4-5.2s6.6 1.8 8.4 5.2" />
  </Icon>
);

export const SunIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="4.2" />
    <path d="M12 2.6v2M12 19.4v2M2.6 12h2M19.4 12h2M5.4 5.4l1.4 1.4M17.2 17.2l1.4 1.4M18.6 5.4l-1.4 1.4M6.8 17.2l-1.4 1.4" />
  </Icon>
);

export const MoonIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M20.4 14.2A8.8 8.8 0 0 1 9.8 3.6a8.8 8.8 0 1 0 10.6 10.6z" />
  </Icon>
);

export const WarningIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.4v5.6" />
    <circle className="solid" cx="12" cy="16.2" r="1.1" />
  </Icon>
);

export const EnvelopeIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3.4 5.4h17.2v13.2H3.4zM3.6 5.8 12 13.4l8.4-7.6" />
  </Icon>
);

export const CheckIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m4.6 12.8 4.8 4.8 10-10.8" />
  </Icon>
);

export const OfflineIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M9.4 6.4A6.6 6.6 0 0 1 20 11.6a6.4 6.4 0 0 1-.8 5.2M16.4 18.6H7.2a4.6 4.6 0 0 1-.2-9.2M4 3.6l16 16.8" />
  </Icon>
);

export const CloseIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m5.4 5.4 13.2 13.2M18.6 5.4 5.4 18.6" />
  </Icon>
);

export const ArrowIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m4.8 8.4 7.2 7.2 7.2-7.2" />
  </Icon>
);

export const FolderInIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3.6 6.6h6l2.4 2.4h8.4v9.6H3.6zM8.4 13.8h7.2M12.6 10.8l3 3-3 3" />
  </Icon>
);

export const SortIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3.6 6h10.8M3.6 12h7.2M3.6 18h6M17.4 9v10.8M13.8 16.2l3.6 3.6 3.6-3.6" />
  </Icon>
);

export const FilterIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3 7.2h18M6.6 12h10.8M10.2 16.8h3.6" />
  </Icon>
);

export const PlayIcon = (props: Props) => (
  <Icon {...props}>
    <path className="solid" d="M7 4.6v14.8L19.4 12z" />
  </Icon>
);

export const MoreIcon = (props: Props) => (
  <Icon {...props}>
    <circle className="solid" cx="12" cy="5.4" r="1.5" />
    <circle className="solid" cx="12" cy="12" r="1.5" />
    <circle className="solid" cx="12" cy="18.6" r="1.5" />
  </Icon>
);

export const PencilIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4.4 19.6v-4L15.8 4.2l4 4L8.4 19.6zM13 7l4 4" />
  </Icon>
);

export const StarIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m12 3.6 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z" />
  </Icon>
);

export const TrashIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4 6.4h16M9.4 6V3.8h5.2V6M6 6.6l.8 13.8h10.4L18 6.6M10 10.4v6M14 10.4v6" />
  </Icon>
);

export const RestoreIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4 4.6v5h5M4.6 9.4a8.2 8.2 0 1 1-.8 4.6" />
  </Icon>
);

export const ClockIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.4" />
    <path d="M12 7.2V12l3.6 2.4" />
  </Icon>
);

export const CopyIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M8.4 8.4h11.2v11.2H8.4zM15.6 8.2V4.4H4.4v11.2h3.8" />
  </Icon>
);

export const DuplicateIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M8.4 8.4h11.2v11.2H8.4zM15.6 8.2V4.4H4.4v11.2h3.8M14 11.2v5.6M11.2 14h5.6" />
  </Icon>
);

export const OpenInTabIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M13.8 4.4h5.8v5.8M19.2 4.8l-8 8M17 13.6V20H4V7h6.4" />
  </Icon>
);

export const GridIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4.6 4.6h5.8v5.8H4.6zM13.6 4.6h5.8v5.8h-5.8zM4.6 13.6h5.8v5.8H4.6zM13.6 13.6h5.8v5.8h-5.8z" />
  </Icon>
);

export const ListIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4 6.4h16M4 12h16M4 17.6h16" />
  </Icon>
);

export const UploadIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4 14.4V20h16v-5.6M12 15.4V4.2M7.2 9 12 4.2 16.8 9" />
  </Icon>
);

export const DownloadIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4 14.4V20h16v-5.6M12 4.2v11.2M7.2 10.6l4.8 4.8 4.8-4.8" />
  </Icon>
);

/** What is in a box comes out of it. */
export const UnpackIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M7.2 10.2H4V20h16v-9.8h-3.2M12 15.4V3.8M7.6 8.2 12 3.8l4.4 4.4" />
  </Icon>
);

export const InfoIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M10.6 11H12v5.6h1.6" />
    <circle className="solid" cx="12" cy="7.6" r="1.1" />
  </Icon>
);

/** A seal with a tick: found to be as it was. */
export const SealIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M9.0 4.7A3.6 3.6 0 0 1 15.0 4.7A3.6 3.6 0 0 1 19.3 9.0A3.6 3.6 0 0 1 19.3 15.0A3.6 3.6 0 0 1 15.0 19.3A3.6 3.6 0 0 1 9.0 19.3A3.6 3.6 0 0 1 4.7 15.0A3.6 3.6 0 0 1 4.7 9.0A3.6 3.6 0 0 1 9.0 4.7zM8.4 12.2l2.5 2.5 4.8-5.2" />
  </Icon>
);

export const EyeIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M2.4 12C4.6 7.8 8 5.6 12 5.6s7.4 2.2 9.6 6.4c-2.2 4.2-5.6 6.4-9.6 6.4S4.6 16.2 2.4 12z" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
);

export const NextIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m9 4.6 7.4 7.4L9 19.4" />
  </Icon>
);
