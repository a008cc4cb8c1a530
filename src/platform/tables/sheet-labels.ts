/** What people are told of a spreadsheet that is not read. */
export const TOO_LARGE = 'This spreadsheet is too large to be read. Keep only the sheet that is to be imported.'
export const BROKEN = 'This is not a spreadsheet that can be read. Save it as .xlsx, or as “CSV UTF-8”.'
