import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { t } from '../i18n.ts'

/** The boxes that narrow a list: a phone has room for the rows or for the filters. */
export const Filters = ({ className, children }: { className: string; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`folds-on-phone ${className}`} data-open={isOpen || undefined}>
      <Button
        className="only-phone"
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Filters')}
      </Button>
      {children}
    </div>
  )
}
