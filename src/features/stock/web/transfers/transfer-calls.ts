import type { ResponseOf } from '#shared/endpoint.ts'
import type { listTransfers, readTransfer } from '#features/stock/contract-moves.ts'

// What the folder of transfers calls.
export { cancelTransfer, createTransfer, listTransfers, readTransfer, receiveTransfer } from '#features/stock/contract-moves.ts'

// What the server answers, as screens hold it: instants are texts.
export type TransferRow = ResponseOf<typeof listTransfers>[number]
export type TransferDocument = ResponseOf<typeof readTransfer>
