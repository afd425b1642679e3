import { Steps } from './steps'

export default {}

export const SecondOfThree = () => <Steps items={['Cart', 'Delivery', 'Payment']} current={1} />
