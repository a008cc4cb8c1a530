import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'

export { notifications } from '@mantine/notifications'

/** The specification's constant. */
const TOAST_MS = 5000

/** The one container of toasts: top right, light in every scheme (base.css). */
export const Toasts = () => <Notifications position="top-right" autoClose={TOAST_MS} transitionDuration={150} limit={5} zIndex={900} />
