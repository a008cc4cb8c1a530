/** The same without what every object has of itself: words come from people, 'constructor' too. */
export const wordTable = <T>(of: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null) as Record<string, T>, of)
