/** How long an entry stays in Trash before it is deleted permanently, in milliseconds. The web app says "30 days". */
export const trashRetentionMs = 30 * 24 * 60 * 60 * 1000;
