// What the inbox asks of its feature: the folder below reaches no further up than this one.
export { convertBookingRequest, getBookingRequest, listBookingMatches, listBookingRequests, unlinkBookingRequest } from '../contract.ts'
export { comparedFields, type ComparedField, type TakenOverField } from '../rules.ts'
