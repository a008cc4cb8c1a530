/** What people are told of a spreadsheet that is not read. */
export const TOO_LARGE = 'This spreadsheet is too large to be read. Keep only the sheet to import.'
export const BROKEN = 'This spreadsheet cannot be read. Save it as .xlsx or as “CSV UTF-8”.'
