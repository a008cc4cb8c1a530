/** How many there are, in words, once a list is known: a dash while it could not be loaded, nothing while it is on its way. */
export const counted = <T>({ data, error }: { data: T | undefined; error: unknown }, words: (data: T) => string): string => {
  if (data !== undefined) return words(data)
  return error ? '–' : '\u00a0'
}
