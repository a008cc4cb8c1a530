import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { updateRequisition } from '../requisition-calls.ts'
import { useSavedDraft } from '../use-saved-draft.ts'
import { RequestForm, type RequestValues } from './request-form.tsx'
import { savedLine, sentRows } from './request-lines.ts'
import { RequisitionActions } from './requisition-actions.tsx'
import { RequisitionHead } from './requisition-head.tsx'
import type { Requisition } from './requisition-types.ts'
import { SubmitButton, useSubmission } from './use-submission.tsx'

const valuesOf = ({ store, needed_by, note, items }: Requisition): RequestValues => ({
  store,
  needed_by: needed_by ?? '',
  note,
  lines: items.map(savedLine),
})

/** A draft of one's own: changed, saved, submitted. */
export const RequisitionDraft = ({ requisition }: { requisition: Requisition }) => {
  const { isRunning, submit, submitSaved, saveAndSubmit, asDraft } = useSubmission()
  const { id, number } = requisition
  const { endpointForm, base } = useSavedDraft(requisition, {
    update: updateRequisition,
    draftKey: `requisition-${id}`,
    values: valuesOf,
    toBody: ({ store, needed_by, note, lines }, base) => ({
      store: store ?? base.store,
      needed_by: needed_by === '' ? null : needed_by,
      note,
      items: sentRows(lines),
    }),
    linesInWords: ({ lines }) => lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', '),
    onSaved: (saved) => {
      if (!submitSaved(saved)) toast.done(t('{number} saved.', { number }))
    },
  })
  return (
    <>
      <RequisitionHead
        requisition={requisition}
        actions={
          <>
            <RequisitionActions requisition={requisition} />
            <SubmitButton
              form={endpointForm}
              isRunning={isRunning}
              onClick={() => (endpointForm.form.isDirty() ? saveAndSubmit(endpointForm) : submit(base))}
            />
          </>
        }
      />
      <RequestForm form={asDraft(endpointForm)} />
    </>
  )
}
