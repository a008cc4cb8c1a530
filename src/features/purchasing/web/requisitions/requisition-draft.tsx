import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call } from '#web/calls/api.ts'
import { dropDraft } from '#web/forms/drafts.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { submitRequisition, updateRequisition } from '../requisition-calls.ts'
import { useAdopt } from '../use-adopt.ts'
import { useMe } from '../use-me.ts'
import { RequestForm, type RequestValues } from './request-form.tsx'
import { linesInWords, savedLine, sentRows } from './request-lines.ts'
import { RequisitionActions } from './requisition-actions.tsx'
import { RequisitionHead } from './requisition-head.tsx'
import type { Requisition } from './requisition-types.ts'

const valuesOf = ({ store, needed_by, note, items }: Requisition): RequestValues => ({
  store,
  needed_by: needed_by ?? '',
  note,
  lines: items.map(savedLine),
})
const wordsOf = (items: Requisition['items']) =>
  linesInWords(items.map(({ item_name, quantity_requested }) => ({ name: item_name, quantity: quantity_requested })))

/** A draft of one's own: changed, saved, handed in. */
export const RequisitionDraft = ({ of: newest }: { of: Requisition }) => {
  const me = useMe()
  const deed = useDeed()
  // What is in the boxes is a change of this version, whatever comes from elsewhere meanwhile.
  const [base, setBase] = useState(newest)
  const isHandedIn = useRef(false)
  const { id, number } = newest
  const handIn = (version: number) =>
    deed.run(() => call(submitRequisition, { params: { id }, body: { version } }), t('{{number}} waits for approval.', { number }))
  const f = useEndpointForm(updateRequisition, {
    params: { id },
    version: base.version,
    draftKey: `requisition-${id}`,
    initialValues: valuesOf(base),
    toBody: ({ store, needed_by, note, lines }: RequestValues) => ({
      store: store ?? base.store,
      needed_by: needed_by === '' ? null : needed_by,
      note,
      items: sentRows(lines),
    }),
    onSaved: (saved) => {
      setBase(saved)
      if (isHandedIn.current) handIn(saved.version)
      else toast.done(t('{{number}} is saved.', { number }))
    },
  })
  const { form, clash } = f
  const isDirty = form.isDirty()
  const adopt = (record: Requisition) => {
    setBase(record)
    form.setValues(valuesOf(record))
    form.resetDirty(valuesOf(record))
  }
  useAdopt(newest, { base, isDirty, adopt })
  const shownClash = clash && {
    ...clash,
    mine: { ...clash.mine, items: linesInWords(clash.mine.lines) },
    theirs: { ...clash.theirs, items: wordsOf((clash.theirs as unknown as Requisition).items) },
    takeTheirs: () => {
      clash.takeTheirs()
      adopt(clash.theirs as unknown as Requisition)
      void dropDraft(me, `requisition-${id}`)
    },
  }
  const submit = () => {
    isHandedIn.current = true
    if (isDirty) f.submit()
    else handIn(base.version)
  }
  const of = {
    ...f,
    clash: shownClash,
    submit: (event?: React.SyntheticEvent<HTMLFormElement>) => {
      isHandedIn.current = false
      f.submit(event)
    },
  }
  return (
    <>
      <RequisitionHead
        of={newest}
        actions={
          <>
            <RequisitionActions of={newest} />
            <Button
              variant="filled"
              leftSection={<IconSend size={16} aria-hidden />}
              disabled={form.getValues().lines.length === 0}
              loading={f.saving || deed.isRunning}
              onClick={submit}
            >
              {t('Submit for approval')}
            </Button>
          </>
        }
      />
      <RequestForm of={of} />
    </>
  )
}
