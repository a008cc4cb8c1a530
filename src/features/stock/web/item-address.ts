/** The card of an item of the stock. */
export const itemAddress = (id: number): string => `/dashboard/inventory/items/${id}`
