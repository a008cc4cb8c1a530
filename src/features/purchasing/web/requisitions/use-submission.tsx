import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useRef, type SyntheticEvent } from 'react'
import { call } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import type { EndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { submitRequisition } from '../requisition-calls.ts'
import type { RequestValues } from './request-form.tsx'

interface Saved {
  id: number
  number: string
  version: number
}

/** A requisition is saved as a draft, or saved and submitted at once: which of both the last button asked for. */
export const useSubmission = () => {
  const { run, isRunning } = useAction()
  const isWhole = useRef(false)
  const submit = ({ id, number, version }: Saved, then?: () => void) =>
    run(() => call(submitRequisition, { params: { id }, body: { version } }).finally(then), t('{number} is awaiting approval.', { number }))
  return {
    isRunning,
    submit,
    /** Submits what was just saved, if that is what was asked for. */
    submitSaved: (saved: Saved, then?: () => void): boolean => {
      if (isWhole.current) submit(saved, then)
      return isWhole.current
    },
    saveAndSubmit: (endpointForm: EndpointForm<RequestValues>) => {
      isWhole.current = true
      endpointForm.submit()
    },
    /** The form whose own button saves a draft. */
    asDraft: (endpointForm: EndpointForm<RequestValues>): EndpointForm<RequestValues> => ({
      ...endpointForm,
      submit: (event?: SyntheticEvent<HTMLFormElement>) => {
        isWhole.current = false
        endpointForm.submit(event)
      },
    }),
  }
}

/** Submits a requisition for approval. */
export const SubmitButton = ({
  form,
  isRunning,
  onClick,
}: {
  form: EndpointForm<RequestValues>
  isRunning: boolean
  onClick: () => void
}) => (
  <Button
    variant="filled"
    leftSection={<IconSend size={16} aria-hidden />}
    disabled={form.form.getValues().lines.length === 0}
    loading={form.saving || isRunning}
    onClick={onClick}
  >
    {t('Submit for approval')}
  </Button>
)
