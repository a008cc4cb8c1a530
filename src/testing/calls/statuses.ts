/** The statuses of calls that were made at once, in order. */
export const statuses = (replies: readonly { status: number }[]): number[] => replies.map(({ status }) => status).toSorted((a, b) => a - b)
