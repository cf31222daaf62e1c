/** Whether somebody writes a text there, so that its keys are the text's. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':read-write, [readonly], select');
}
