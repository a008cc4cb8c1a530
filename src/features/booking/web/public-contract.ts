/** What the public pages know of their calls: types alone, which weigh nothing. */
export type {
  cancelPublicBooking,
  createPublicBooking,
  getBookingPage,
  getPublicBooking,
  listPublicSlots,
  movePublicBooking,
} from '../contract-public.ts'
