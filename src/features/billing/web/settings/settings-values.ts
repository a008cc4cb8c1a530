/** What the boxes of the billing settings hold. */
export type SettingsValues = {
  fiscal_year_start_month: string
  rounding_step: string
  tax: 'included' | 'added'
  consultation_item: string
  invoice_note: string
  doctor_fees: { doctor: string; item: string }[]
}

/** The doctors' own fees as they are sent: lines in which nothing is chosen are left out. */
export const feesBody = (fees: SettingsValues['doctor_fees']) =>
  fees
    .filter(({ doctor, item }) => doctor !== '' || item !== '')
    .map(({ doctor, item }) => ({ doctor: Number(doctor), item: Number(item) }))
