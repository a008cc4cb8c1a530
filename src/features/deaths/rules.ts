/** How long the record of a death can be undone. */
export const UNDO_HOURS = 24

/** Why open work was ended; stored with it. */
export const DIED = 'Patient died'
