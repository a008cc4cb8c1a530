import { useRef, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { dropDraft } from '#web/forms/drafts.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { session } from '#web/session/session.ts'
import { createPatient } from '../contract.ts'
import { checkInsurances, noPatient, toPatientInput } from './patient-values.ts'
import { useDuplicates } from './use-duplicates.ts'

export type Registered = ResponseOf<typeof createPatient>

const DRAFT = 'patient-new'

/**
 * The form of a new patient: its boxes and draft, who may be the same person (while typing), and the server's `refusal` about somebody
 * very alike, which `register({ isSomeoneElse: true })` overrules.
 */
export const usePatientForm = (onSaved: (patient: Registered) => void) => {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isSomeoneElse = useRef(false)
  const endpointForm = useEndpointForm(createPatient, {
    initialValues: noPatient,
    draftKey: DRAFT,
    toBody: (values) => ({ ...toPatientInput(values), ...(isSomeoneElse.current && { not_a_duplicate: true }) }),
    check: checkInsurances,
    onSaved,
    onRefused: ({ code, detail }) => {
      isSomeoneElse.current = false
      if (code !== 'possible_duplicate') return false
      setRefusal(t(detail))
      return true
    },
  })
  const register = ({
    isSomeoneElse: overrules = false,
    event,
  }: { isSomeoneElse?: boolean; event?: React.SyntheticEvent<HTMLFormElement> } = {}) => {
    isSomeoneElse.current = overrules
    setRefusal(null)
    endpointForm.submit(event)
  }
  /** The person turned out to be on file: what was typed is of no more use. */
  const forget = () => {
    endpointForm.form.reset()
    void dropDraft(session.get().user?.user_id ?? 0, DRAFT)
  }
  return { endpointForm, register, forget, refusal, duplicates: useDuplicates(endpointForm.form.getValues()) }
}
