/** Text that a database and a JSON document can hold, cut where it would be endless. */
export const kept = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most)
