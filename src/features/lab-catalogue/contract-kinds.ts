/** What a quantitative result may be besides a number. */
export const resultKinds = ['not detected', 'range', 'grade', 'titre', 'insufficient'] as const
export type ResultKind = (typeof resultKinds)[number]
