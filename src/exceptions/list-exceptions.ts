export {
  findUnderReview,
  listExceptions,
  pageOfExceptions,
  type Exception,
} from '../../db/ledger/exceptions';
