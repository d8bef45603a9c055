export {
  findUnderReview,
  listExceptions,
  pageOfExceptions,
  type Exception,
} from './store/exceptions';
