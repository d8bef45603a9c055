import { stopServers } from './server-stop';

export default stopServers;
