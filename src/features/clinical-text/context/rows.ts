/** The rows of a table of words; one that goes on begins with spaces. */
export const rowsOf = (table: string): string[] => table.replaceAll(/\n +/g, ' ').split('\n').filter(Boolean)
