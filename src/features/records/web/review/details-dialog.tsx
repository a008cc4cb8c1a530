import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { changeRecord, getRecord } from '#features/records/contract.ts'
import { recordKinds } from '#features/records/contract-fields.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import type { FullRecord } from '../record-types.ts'

const Body = ({ record, onClose }: { record: FullRecord; onClose: () => void }) => {
  const { id, version, title, kind, document_date, note } = record
  const endpointForm = useEndpointForm(changeRecord, {
    initialValues: { title, kind, document_date: document_date ?? '', note },
    params: { id },
    version,
    draftKey: `record-${id}`,
    onSaved: (saved) => {
      queryClient.setQueryData(query(getRecord, { params: { id } }).queryKey, saved)
      onClose()
    },
  })
  const { form } = endpointForm
  return (
    <EndpointForm
      form={endpointForm}
      save={t('Save')}
      onCancel={onClose}
      labels={{ title: t('Title'), kind: t('Type'), document_date: t('Document date'), note: t('Note') }}
    >
      <TextInput data-autofocus required label={t('Title')} autoComplete="off" {...form.getInputProps('title')} />
      <div className="section-grid">
        <Select
          label={t('Type')}
          allowDeselect={false}
          data={recordKinds.map((value) => ({ value, label: documentKindWord(value) }))}
          {...form.getInputProps('kind')}
        />
        <DateField label={t('Document date')} {...form.getInputProps('document_date')} />
      </div>
      <Textarea label={t('Note')} autosize minRows={2} maxRows={8} maxLength={2000} {...form.getInputProps('note')} />
    </EndpointForm>
  )
}

/** What a document is: title, kind, day, note. */
export const DetailsDialog = (props: { record: FullRecord; onClose: () => void }) => (
  <Modal opened onClose={props.onClose} title={t('Document details')} closeButtonProps={{ 'aria-label': t('Close') }}>
    <Body {...props} />
  </Modal>
)
