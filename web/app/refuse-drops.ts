/**
 * Keeps a file that is dropped where nothing takes it from being opened in place of the page, with which uploads that run would
 * go. Who takes files listens, too, and says so afterwards.
 */
export function refuseDrops(): void {
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}

function refuse(event: DragEvent) {
  if (!event.dataTransfer?.types.includes('Files')) return;
  if (event.target instanceof Element && event.target.closest('input[type="file"]')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
