import { useState } from 'react'
import { download } from '#web/calls/api.ts'
import { readLocal, writeLocal } from '#web/state/local.ts'
import { toast } from '#web/messages/toast.tsx'
import { printCreditNote, printInvoice, printReceipt } from '../contract.ts'

export type PaperFormat = 'a4' | '80mm'
const KEY = 'till_paper'
/** Null: this machine has not been told yet, and prints as the clinic says. */
const stored = (): PaperFormat | null => {
  const kept = readLocal(KEY)
  return kept === 'a4' || kept === '80mm' ? kept : null
}

/** Opens the papers of the till, ready to be printed; this machine remembers the paper that was chosen last. */
export const useDocuments = () => {
  const [paper, setPaperSize] = useState(stored)
  const choose = (next: PaperFormat) => {
    writeLocal(KEY, next)
    setPaperSize(next)
  }
  const request = (id: number, on: PaperFormat | undefined) => {
    if (on && on !== paper) choose(on)
    const asked = on ?? paper
    return { params: { id }, query: asked ? { paper: asked } : {} }
  }
  return {
    paper,
    printInvoice: (id: number, on?: PaperFormat) => void download(printInvoice, request(id, on), { open: true }).catch(toast.failed),
    printReceipt: (id: number, on?: PaperFormat) => void download(printReceipt, request(id, on), { open: true }).catch(toast.failed),
    printCreditNote: (id: number, on?: PaperFormat) => void download(printCreditNote, request(id, on), { open: true }).catch(toast.failed),
  }
}
