/** A wake-up that is not lost if nothing is waiting for it yet. */
export function createWakeUp() {
  let raised = false;
  let wake = () => {};
  return {
    raise() {
      raised = true;
      wake();
    },
    async wait(maxMs: number): Promise<void> {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      raised = false;
    },
  };
}
