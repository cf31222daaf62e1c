/** How long a thing lies in Trash before it is gone for good, in milliseconds. The web says "30 days". */
export const trashKeptMs = 30 * 24 * 60 * 60 * 1000;
