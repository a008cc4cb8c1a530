import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { HOME } from './portal-pages.ts'

/** In place of whatever is shown of a record, for an account that is on none yet: the way there. */
export const NotLinked = () => (
  <Empty
    icon={IconLink}
    title={t('Your account is not linked to your record yet')}
    action={
      <Button component={Link} to={`${HOME}/link`} variant="filled">
        {t('Link my record')}
      </Button>
    }
  >
    {t('The reception desk links your account with a code. Until then you can read the clinic’s announcements.')}
  </Empty>
)
