export { sampled } from '@shop/testing/sample'
