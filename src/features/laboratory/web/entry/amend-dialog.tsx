import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { amendResult } from '#features/laboratory/contract-results.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FlagMark } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import type { EntryRow } from '../results/work-types.ts'

const WORDS_ROWS = 3

/** Corrects an approved result, with the reason; what was reported stays readable. */
export const AmendDialog = ({ row, onClose }: { row: EntryRow; onClose: () => void }) => {
  const { panel, current } = row
  const endpointForm = useEndpointForm(amendResult, {
    initialValues: { result: '', comment: current?.comment ?? '', reason: '' },
    params: { id: row.id },
    version: row.version,
    draftKey: `lab-amend-${row.id}`,
    onSaved: () => {
      void queryClient.invalidateQueries()
      toast.done(t('{test} amended.', { test: row.test_panel_name }))
      onClose()
    },
  })
  const { getInputProps, getValues, setFieldValue } = endpointForm.form
  const box = { label: t('Correct result'), required: true, 'data-autofocus': true } as const
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('Amend {test}', { test: row.test_panel_name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <EndpointForm form={endpointForm} save={t('Amend')} onCancel={onClose} labels={{ result: t('Correct result'), reason: t('Reason') }}>
        {current && (
          <div className="grid gap-4 two-columns">
            <div className="stack outlined round-l gap-2 pad-5">
              <span className="label">{t('Reported')}</span>
              <span className="row wrap num">
                <b>{[current.result, unitText(current.unit)].filter(Boolean).join(' ')}</b>
                <FlagMark flag={current.flag} />
              </span>
            </div>
            <div className="stack outlined round-l gap-2 pad-5">
              <span className="label">{t('Approved')}</span>
              <span className="num">{current.approved_at && dateTime(current.approved_at)}</span>
              <span>{current.approved_by_name}</span>
            </div>
          </div>
        )}
        {panel.kind === 'qualitative' ? (
          <Select
            {...box}
            data={panel.choices.map(({ value }) => value)}
            searchable
            {...getInputProps('result')}
            value={getValues().result || null}
            onChange={(value) => setFieldValue('result', value ?? '')}
          />
        ) : panel.kind === 'text' ? (
          <Textarea {...box} autosize minRows={WORDS_ROWS} maxLength={2000} {...getInputProps('result')} />
        ) : (
          <TextInput {...box} maxLength={60} inputMode="decimal" description={unitText(panel.unit)} {...getInputProps('result')} />
        )}
        <Textarea
          label={t('Reason')}
          description={t('Printed on the report next to the amendment mark.')}
          required
          maxLength={300}
          {...getInputProps('reason')}
        />
        <Textarea label={t('Comment')} maxLength={500} autosize minRows={2} {...getInputProps('comment')} />
      </EndpointForm>
    </Modal>
  )
}
