/** Kept with every suggestion; raised with every change of a dictionary or rule. */
export const TEXT_VERSION = '2'
