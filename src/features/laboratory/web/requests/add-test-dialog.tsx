import { Modal } from '@mantine/core'
import { call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { createLabTestRequestPanel } from '#features/laboratory/contract.ts'
import { withSexReason } from '../ask-other-sex.ts'
import { activeTests } from '../asked-orders.ts'
import type { Request } from '../lab-types.ts'
import { TestSearch } from '../test-search.tsx'

/** Adds a single test to a request. */
export const AddTestDialog = ({ request, onClose }: { request: Request; onClose: () => void }) => {
  const { run } = useAction()
  return (
    <Modal opened onClose={onClose} size={480} title={t('Add a test')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <TestSearch
        hasFocus
        only="panel"
        chosen={[]}
        current={activeTests([request])}
        onTake={({ id, name }) =>
          run(async () => {
            const body = { lab_test_request: request.id, test_panel: id }
            if (!(await withSexReason((reason) => call(createLabTestRequestPanel, { body: { ...body, ...reason } })))) return
            onClose()
            toast.done(t('{test} requested.', { test: name }))
          })
        }
      />
    </Modal>
  )
}
