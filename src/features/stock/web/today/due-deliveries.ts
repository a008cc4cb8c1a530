interface Order {
  /** The day of the clinic on which the delivery is expected, if one was said. */
  expected_on: string | null
}

interface OrderPage<O extends Order> {
  rows: readonly O[]
  next: string | null
}

/** The orders whose delivery was expected by this day, of all pages: the newest come first, so that the latest deliveries are on the last one. */
export const findDue = async <O extends Order>(
  pageAt: (cursor: string | undefined) => Promise<OrderPage<O>>,
  day: string,
): Promise<O[]> => {
  const { rows, next } = await pageAt(undefined)
  const pages = [rows]
  for (let cursor = next; cursor !== null;) {
    const page = await pageAt(cursor)
    pages.push(page.rows)
    cursor = page.next
  }
  return pages.flat().filter(({ expected_on }) => expected_on !== null && expected_on <= day)
}
