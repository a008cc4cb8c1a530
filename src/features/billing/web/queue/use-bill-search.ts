import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, messageOf } from '#web/calls/api.ts'
import { usePatientSearch, type FoundPatient } from '#web/searches/patient-search.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { listInvoices } from '#features/billing/contract.ts'
import type { Newcomer } from './new-bill-dialog.tsx'

const TYPING_MS = 200
const MATCHES = 6

/** The bill a patient would pay now: the draft with something on it, else one that is still due, else any draft. */
const findBill = async (patient_id: number): Promise<number | undefined> => {
  const [drafts, due] = await Promise.all([
    call(listInvoices, { query: { patient_id, status: 'draft', limit: 5 } }),
    call(listInvoices, { query: { patient_id, open: 'true', limit: 1 } }),
  ])
  return (drafts.find(({ item_count }) => item_count > 0) ?? due[0] ?? drafts[0])?.id
}

/** Patients who are not in the queue but are meant by what was typed; each opens the bill they would pay, or a new one. */
export const useBillSearch = (q: string, queue: readonly { patient: number }[] | undefined, onNew: (newcomer: Newcomer) => void) => {
  const go = useNavigate()
  const { allowed } = useRights()
  const { found, search } = usePatientSearch()
  const [failure, setFailure] = useState<string | null>(null)
  const maySearch = allowed('patients.view')
  const ask = useDebouncedCallback((text: string) => {
    search(text, MATCHES).then(
      () => setFailure(null),
      (problem: unknown) => problem instanceof DOMException || setFailure(messageOf(problem)),
    )
  }, TYPING_MS)
  const askNow = useEffectEvent(ask)
  // Asks once the hand rests.
  useEffect(() => {
    if (maySearch) askNow(q)
  }, [q, maySearch])

  const inQueue = new Set(queue?.map(({ patient }) => patient))
  const others = found.filter(({ id }) => !inQueue.has(id))
  const open = async (patient: FoundPatient) => {
    try {
      const bill = await findBill(patient.id)
      if (bill === undefined) onNew({ patient })
      else void go(`/dashboard/billing/invoices/${bill}`)
    } catch (error) {
      toast.failed(error)
    }
  }
  return {
    others,
    failure,
    open: (patient: FoundPatient) => void open(patient),
    openFirst: () => {
      const [first] = others
      if (first) void open(first)
    },
  }
}
export type BillSearch = ReturnType<typeof useBillSearch>
