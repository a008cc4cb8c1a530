import { useState } from 'react'
import { download } from '#web/calls/api.ts'
import { readLocal, writeLocal } from '#web/state/local.ts'
import { toast } from '#web/messages/toast.tsx'
import { printCreditNote, printInvoice, printReceipt } from '../contract.ts'

export type Paper = 'a4' | '80mm'
const KEY = 'till_paper'
/** Null: this machine has not been told yet, and prints as the clinic says. */
const stored = (): Paper | null => {
  const kept = readLocal(KEY)
  return kept === 'a4' || kept === '80mm' ? kept : null
}

/** Opens the papers of the till, ready to be printed; this machine remembers the paper that was chosen last. */
export const useDocuments = () => {
  const [paper, setPaperSize] = useState(stored)
  const choose = (next: Paper) => {
    writeLocal(KEY, next)
    setPaperSize(next)
  }
  const request = (id: number, on: Paper | undefined) => {
    if (on && on !== paper) choose(on)
    const asked = on ?? paper
    return { params: { id }, query: asked ? { paper: asked } : {} }
  }
  return {
    paper,
    printInvoice: (id: number, on?: Paper) => void download(printInvoice, request(id, on), { open: true }).catch(toast.failed),
    printReceipt: (id: number, on?: Paper) => void download(printReceipt, request(id, on), { open: true }).catch(toast.failed),
    printCreditNote: (id: number, on?: Paper) => void download(printCreditNote, request(id, on), { open: true }).catch(toast.failed),
  }
}
