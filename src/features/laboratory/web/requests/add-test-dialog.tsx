import { Modal } from '@mantine/core'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/use-deed.ts'
import { createLabTestRequestPanel } from '#features/laboratory/contract.ts'
import { standingTests } from '../asked-orders.ts'
import type { Request } from '../lab-types.ts'
import { TestSearch } from '../test-search.tsx'
import '../tests.css'

/** Adds a single test to a request. */
export const AddTestDialog = ({ request, onClose }: { request: Request; onClose: () => void }) => {
  const { run } = useDeed()
  return (
    <Modal opened onClose={onClose} size={480} title={t('Add a test')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <TestSearch
        hasFocus
        only="panel"
        chosen={[]}
        standing={standingTests([request])}
        onTake={({ id, name }) =>
          run(
            async () => {
              await call(createLabTestRequestPanel, { body: { lab_test_request: request.id, test_panel: id } })
              onClose()
            },
            t('{{test}} is asked for.', { test: name }),
          )
        }
      />
    </Modal>
  )
}
