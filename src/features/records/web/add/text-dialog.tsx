import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { addRecord } from '#features/records/contract.ts'
import { recordKinds, type RecordKind } from '#features/records/contract-fields.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { titleOfText } from './file-rules.ts'

const LONGEST = 60_000

const Body = ({ patientId, onClose }: { patientId: number; onClose: () => void }) => {
  const endpointForm = useEndpointForm(addRecord, {
    initialValues: { text: '', title: '', kind: null as RecordKind | null, document_date: '' },
    draftKey: `record-text-${patientId}`,
    toBody: ({ kind, ...sent }) => ({
      ...sent,
      title: sent.title.trim() || titleOfText(sent.text),
      patient: patientId,
      ...(kind !== null && { kind }),
    }),
    check: ({ text }): Record<string, string> => (text.trim() === '' ? { text: t('Type or paste the text.') } : {}),
    onSaved: () => {
      toast.done(t('Added. Its text is being read.'))
      onClose()
    },
  })
  const { form } = endpointForm
  return (
    <EndpointForm form={endpointForm} save={t('Add document')} onCancel={onClose}>
      <Textarea
        data-autofocus
        required
        label={t('Text')}
        autosize
        minRows={10}
        maxRows={18}
        maxLength={LONGEST}
        {...form.getInputProps('text')}
      />
      <div className="section-grid">
        <TextInput label={t('Title')} autoComplete="off" {...form.getInputProps('title')} />
        <Select
          label={t('Type')}
          clearable
          clearButtonProps={{ 'aria-label': t('No type') }}
          data={recordKinds.map((value) => ({ value, label: documentKindWord(value) }))}
          {...form.getInputProps('kind')}
        />
        <DateField label={t('Document date')} {...form.getInputProps('document_date')} />
      </div>
    </EndpointForm>
  )
}

/** A document that is typed or pasted. */
export const TextDialog = (props: { patientId: number; onClose: () => void }) => (
  <Modal opened onClose={props.onClose} size="xl" title={t('Document from text')} closeButtonProps={{ 'aria-label': t('Close') }}>
    <Body {...props} />
  </Modal>
)
