import './brand.css';

/** The mark, an album spine and two photo corners, and the name beside it. */
export function Brand() {
  return (
    <>
      <svg viewBox="0 0 19 24" aria-hidden="true">
        <path d="M0 0h5.2v24H0zM6.8 0H19L6.8 11.3zM6.8 24H19L6.8 12.7z" />
      </svg>
      <span>Keepsake</span>
    </>
  );
}
